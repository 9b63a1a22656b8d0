/** Logos, colours, files and links that a program gives its partners. */
import type { ComponentChildren } from 'preact'
import type { Output } from '../../console/api-client.js'
import { CopyButton } from '../../console/kit/button.js'
import { EmptyState, ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { safeHref } from '../../console/kit/format.js'
import { Icon } from '../../console/kit/icon.js'
import { PageHeader } from '../../console/kit/page-header.js'
import { useLoad } from '../../console/kit/use-load.js'
import { imageAddress } from '../kit/image-address.js'
import { usePortal } from '../shell/portal.js'
import { useProgram } from '../shell/program.js'

type Resources = Output<'listOwnResources'>

export function ResourcesPage() {
  const { call } = usePortal()
  const { programId } = useProgram()
  const { value, error, reload } = useLoad(programId, (signal) => call('listOwnResources', { params: { programId } }, signal))
  return (
    <>
      <PageHeader title="Resources" description="Material that the program gives you to promote it." />
      {error && !value && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value && <All resources={value} />}
    </>
  )
}

function All({ resources: { logos, colors, files, links } }: { resources: Resources }) {
  if (logos.length + colors.length + files.length + links.length === 0)
    return <EmptyState icon="folders" title="No resources yet" text="The program has not added logos, files or links." />
  return (
    <div class="resources">
      <Part title="Logos" isShown={logos.length > 0}>
        {logos.map(({ id, name, url }) => (
          <a key={id} class="card logo" href={safeHref(url)} download={name} title={`Download ${name}`}>
            {imageAddress(url) ? <img src={imageAddress(url)} alt="" /> : <Icon name="arrow" />}
            <span>{name}</span>
          </a>
        ))}
      </Part>
      <Part title="Colours" isShown={colors.length > 0}>
        {colors.map(({ id, name, color }) => (
          <div key={id} class="card color">
            <span class="swatch" style={{ background: color }} />
            <span>
              {name} <code>{color}</code>
            </span>
            <CopyButton text={color} label={`Copy ${color}`} />
          </div>
        ))}
      </Part>
      <Part title="Files" isShown={files.length > 0}>
        {files.map(({ id, name, size, url }) => (
          <a key={id} class="card file" href={safeHref(url)} download={name}>
            <Icon name="folders" />
            <span>{name}</span>
            <span class="muted">{sizeOf(size)}</span>
          </a>
        ))}
      </Part>
      <Part title="Links" isShown={links.length > 0}>
        {links.map(({ id, name, url }) => (
          <a key={id} class="card file" href={hrefOf(url)} target="_blank" rel="noreferrer">
            <Icon name="links" />
            <span>{name}</span>
          </a>
        ))}
      </Part>
    </div>
  )
}

const Part = ({ title, isShown, children }: { title: string; isShown: boolean; children: ComponentChildren }) =>
  isShown ? (
    <section aria-label={title}>
      <h2>{title}</h2>
      <div class="tiles">{children}</div>
    </section>
  ) : null

const hrefOf = (url: string) => safeHref(url) ?? (/^mailto:/i.test(url) ? url : undefined)
const sizeOf = (bytes: number) => (bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`)
