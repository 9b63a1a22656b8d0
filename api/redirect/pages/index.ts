/** HTML pages shown to visitors instead of a redirect. */
import { escapeHtml } from '../../../shared/kernel/escape-html.js'
import type { LinkRecord } from '../../../shared/links/index.js'
import { noticePage, page } from './page.js'

export const notFoundPage = () =>
  noticePage(
    'Link not found',
    'There is no link at this address. Check the address for typing errors. The link may also have been deleted.',
  )
export const expiredPage = () => noticePage('Link expired', 'This link is no longer available.')
export const bannedPage = () => noticePage('Link blocked', 'This link was blocked because it violates the terms of this service.')
export const placeholderPage = (domain: string) =>
  noticePage(domain, 'This domain is used for short links. No destination is set for its root address.')
export const tooManyAttemptsPage = () =>
  noticePage('Too many attempts', 'There were too many password attempts for this link. Wait ten minutes and try again.')

/** `action` is the address of the link, including the query. */
export function passwordPage(action: string, wasWrong: boolean): string {
  return page(
    'Password required',
    `<h1>Password required</h1>
<p${wasWrong ? ' class="wrong" role="alert"' : ''}>${wasWrong ? 'Incorrect password.' : 'This link is password-protected.'}</p>
<form method="post" action="${escapeHtml(action)}">
<label for="password">Password</label>
<input id="password" name="password" type="password" required autofocus autocomplete="off" placeholder="Password">
<button>Continue</button>
</form>`,
  )
}

/** Shows the destination of a link without visiting it. */
export function inspectPage(link: LinkRecord): string {
  const rows = [
    ['Short link', link.shortLink],
    ['Destination', link.url],
    ['Title', link.title],
    ['Description', link.description],
  ].filter((row): row is [string, string] => Boolean(row[1]))
  return page(
    'Link details',
    `<h1>Link details</h1>\n<dl>\n${rows.map(([term, text]) => `<dt>${term}</dt><dd>${escapeHtml(text)}</dd>`).join('\n')}\n</dl>`,
  )
}

/** Shows the destination in a frame, so that the browser keeps the address of the short link. */
export function cloakPage(link: LinkRecord, target: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(link.title ?? link.shortLink)}</title>${previewTags(link)}
<style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block; overflow: hidden }</style>
</head>
<body><iframe src="${escapeHtml(target)}" title="${escapeHtml(link.title ?? link.shortLink)}" allow="fullscreen; payment; clipboard-write"></iframe></body>
</html>
`
}

/** The custom preview for bots that render link previews. */
export const previewPage = (link: LinkRecord) =>
  page(
    link.title ?? link.shortLink,
    `<h1>${escapeHtml(link.title ?? link.shortLink)}</h1>\n<p>${escapeHtml(link.description ?? '')}</p>`,
    previewTags(link),
  )

/** Opens an app (mail, telephone, messenger). Many browsers refuse an HTTP redirect to such a scheme. */
export function schemePage(target: string): string {
  const address = escapeHtml(target)
  return page(
    'Opening',
    `<h1>Opening</h1>\n<p>If nothing happens, <a href="${address}">follow this link</a>.</p>`,
    `\n<meta http-equiv="refresh" content="0; url=${address}">`,
  )
}

function previewTags({ title, description, image, video, shortLink }: LinkRecord): string {
  const tags: [kind: 'property' | 'name', name: string, content: string | null][] = [
    ['property', 'og:url', shortLink],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:image', image],
    ['property', 'og:video', video],
    ['name', 'description', description],
    ['name', 'twitter:card', image ? 'summary_large_image' : 'summary'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', description],
    ['name', 'twitter:image', image],
  ]
  return tags
    .filter(([, , content]) => content)
    .map(([kind, name, content]) => `\n<meta ${kind}="${name}" content="${escapeHtml(content ?? '')}">`)
    .join('')
}
