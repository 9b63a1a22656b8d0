import { redirect, type Reply } from '../http/reply.js'
import { html } from './markup.js'
import { page } from './page.js'

type DeepLink =
  | { location: string }
  | {
      content: { appName?: string | undefined; title?: string | undefined; description?: string | undefined; image?: string | undefined }
      host: string
      openUrl: string
      storeUrl: string
    }

/** Offers to open an app or to install it from its store; or a redirect, if there is nothing to offer. */
export function deepLinkPage(found: DeepLink): Reply {
  if ('location' in found) return redirect(found.location)
  const { content, host, openUrl, storeUrl } = found
  const app = content.appName ?? 'the app'
  return page(
    content.title ?? `Open ${host} in ${app}`,
    html`${content.image && html`<p><img src="${content.image}" alt="" width="96" /></p>`}
      ${content.description && html`<p>${content.description}</p>`} <a class="button" href="${openUrl}">Open in ${app}</a>
      <a class="button" href="${storeUrl}">Get ${app}</a>`,
  )
}
