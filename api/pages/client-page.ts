/** Pages of browser clients whose headers depend on their subject. The build wrote them to `dist/clients`. */
import { readFileSync } from 'node:fs'
import { Reply } from '../http/reply.js'

const loaded = new Map<string, string>()

/** Read with the first request. */
function readPage(name: string): string {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const text = readFileSync(new URL(`../../clients/${name}.html`, import.meta.url), 'utf8')
  loaded.set(name, text)
  return text
}

interface Policy {
  /** Sources of images besides this origin. */
  images: string
  /** Who may show the page in a frame. */
  ancestors: string
}

const clientPage = (name: string, { images, ancestors }: Policy, headers: Record<string, string>): Reply =>
  new Reply(
    200,
    {
      'Content-Type': 'text/html; charset=utf-8',
      // Addresses of these pages contain secrets: they are not cached and not sent to other sites.
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        `img-src 'self' data: ${images}`.trim(),
        "connect-src 'self'",
        "form-action 'none'",
        `frame-ancestors ${ancestors}`,
        "base-uri 'none'",
      ].join('; '),
      ...headers,
    },
    readPage(name),
  )

/** The dashboard of a link or folder, which anyone with its address sees, also in a frame. */
export const sharedDashboardPage = (isIndexable: boolean): Reply =>
  clientPage('dashboard', { images: '', ancestors: '*' }, isIndexable ? {} : { 'X-Robots-Tag': 'noindex' })

/** The referral page that a website embeds. These hosts and this service only may show it in a frame. */
export function referralsPage(hosts: readonly string[]): Reply {
  const ancestors = hosts.flatMap((host) => [`https://${host}`, `http://${host}:*`])
  return clientPage('referrals', { images: 'https: http:', ancestors: ["'self'", ...ancestors].join(' ') }, {})
}
