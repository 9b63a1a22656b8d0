/** The pages that stand in a visitor's way. */
import type { LinkRecord } from '../../../shared/links/index.js'
import { escapeHtml, notice, page } from './page.js'

export const notFoundPage = () => notice('Link not found', 'There is no link at this address. It may have been mistyped, or removed.')
export const expiredPage = () => notice('Link expired', 'This link was open for a limited time, which is over.')
export const bannedPage = () => notice('Link blocked', 'This link was blocked because it broke the rules of this service.')
export const placeholderPage = (domain: string) => notice(domain, 'Short links live at this domain. This address itself leads nowhere yet.')
export const tooManyTriesPage = () => notice('Too many tries', 'The password was tried too often. Wait ten minutes and try again.')

/** `action` is the address of the link itself, query included. */
export function passwordPage(action: string, wasWrong: boolean): string {
  return page(
    'Password needed',
    `<h1>Password needed</h1>
<p${wasWrong ? ' class="wrong" role="alert"' : ''}>${wasWrong ? 'That is not the password of this link.' : 'This link is protected.'}</p>
<form method="post" action="${escapeHtml(action)}">
<label for="password">Password</label>
<input id="password" name="password" type="password" required autofocus autocomplete="off" placeholder="Password">
<button>Continue</button>
</form>`,
  )
}

/** Where a link leads, for somebody who would rather know before. */
export function inspectPage(link: LinkRecord): string {
  const rows = [
    ['Short link', link.shortLink],
    ['Leads to', link.url],
    ['Title', link.title],
    ['Description', link.description],
  ].filter((row): row is [string, string] => Boolean(row[1]))
  return page(
    'Where this link leads',
    `<h1>Where this link leads</h1>\n<dl>\n${rows.map(([term, text]) => `<dt>${term}</dt><dd>${escapeHtml(text)}</dd>`).join('\n')}\n</dl>`,
  )
}

/** The destination in a frame, under the short link's own address. */
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

/** What a program that draws previews is shown instead of the destination. */
export const previewPage = (link: LinkRecord) =>
  page(
    link.title ?? link.shortLink,
    `<h1>${escapeHtml(link.title ?? link.shortLink)}</h1>\n<p>${escapeHtml(link.description ?? '')}</p>`,
    previewTags(link),
  )

/** Goes on to a program (mail, telephone, messenger): a redirect to such an address fails in many browsers. */
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
