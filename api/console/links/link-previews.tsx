/** The link as search engines, social networks and messengers show it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { urlOf } from '../api-client.js'
import type { Values } from '../kit/form-values.js'
import { Icon } from '../kit/icon.js'
import { useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'
import { withProtocol } from './parse-rows.js'
import { useSettled } from './use-settled.js'

interface Shown {
  title: string
  description: string
  image: string | null
  host: string
}

interface PageTags {
  title: string
  description: string
  image: string | null
}

const textOf = (value: Values[string]) => (typeof value === 'string' ? value.trim() : '')

export function LinkPreviews({ values }: { values: Values }) {
  const { call } = useSession()
  const frame = useRef<HTMLDivElement>(null)
  const isVisible = useVisible(frame)
  const url = useSettled(withProtocol(textOf(values.url)))
  const isPage = isVisible && URL.canParse(url) && new URL(url).hostname.includes('.')
  const { value } = useLoad(`${isPage} ${url}`, async (signal) =>
    isPage ? ((await call('getMetatags', { query: { url } }, signal)) as PageTags) : null,
  )
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
  const own: Shown = {
    title: textOf(values.title) || (value?.title ?? ''),
    description: textOf(values.description) || (value?.description ?? ''),
    image: textOf(values.image) || (value?.image ?? null),
    host,
  }
  // Without the check mark, the networks read the destination.
  const shown = values.proxy === true ? own : { ...own, ...value, host }
  return (
    <div class="previews" ref={frame}>
      <figure>
        <figcaption>Search engines</figcaption>
        <div class="preview-search">
          <small>{shown.host}</small>
          <strong>{shown.title || 'Title'}</strong>
          <span>{shown.description || 'Description'}</span>
        </div>
      </figure>
      <figure>
        <figcaption>Facebook and LinkedIn</figcaption>
        <div class="preview-card">
          <PreviewImage image={shown.image} />
          <small>{shown.host}</small>
          <strong>{shown.title || 'Title'}</strong>
          <span>{shown.description || 'Description'}</span>
        </div>
      </figure>
      <figure>
        <figcaption>X</figcaption>
        <div class="preview-card overlaid">
          <PreviewImage image={shown.image} />
          <strong>{shown.title || 'Title'}</strong>
          <small>From {shown.host}</small>
        </div>
      </figure>
      <figure>
        <figcaption>Messengers</figcaption>
        <div class="preview-message">
          <div>
            <strong>{shown.title || 'Title'}</strong>
            <span>{shown.description || 'Description'}</span>
            <small>{shown.host}</small>
          </div>
          <PreviewImage image={shown.image} />
        </div>
      </figure>
    </div>
  )
}

/** Images of other sites come through the service: the console loads nothing from other origins. */
function PreviewImage({ image }: { image: string | null }) {
  const { workspace } = useSession()
  const [failed, setFailed] = useState<string | null>(null)
  if (!image || failed === image)
    return (
      <div class="preview-image">
        <Icon name="image" />
      </div>
    )
  const isOwn = image.startsWith('data:') || image.startsWith(`${location.origin}/`)
  const source = isOwn ? image : urlOf('getPreviewImage', { query: { url: image } }, workspace.id)
  return <img class="preview-image" src={source} alt="" onError={() => setFailed(image)} />
}

function useVisible(element: { current: HTMLElement | null }): boolean {
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsVisible(true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return isVisible
}
