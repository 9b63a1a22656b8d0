import type { ServiceError } from '../../shared/kernel/errors.js'
import { httpStatus } from '../http/error-response.js'
import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { page, errorBox } from './page.js'

interface Next {
  href: string
  label: string
}

export const portalLink: Next = { href: '/portal', label: 'Open the partner portal' }

/** What happened, and where to go next. */
export const messagePage = (title: string, text: string, next?: Next): Reply =>
  page(
    title,
    html`<p>${text}</p>
      ${next && html`<a class="button" href="${next.href}">${next.label}</a>`}`,
  )

/** An error as an HTML page. */
export const errorPage = ({ code, message }: ServiceError): Reply => page('Request failed', errorBox(message), { status: httpStatus[code] })
