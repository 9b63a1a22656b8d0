import type { ServiceError } from '../../shared/kernel/errors.js'
import { httpStatus } from '../http/error-response.js'
import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { page, errorBox } from './page.js'

export const messagePage = (title: string, text: string): Reply => page(title, html`<p>${text}</p>`)

/** An error as an HTML page. */
export const errorPage = ({ code, message }: ServiceError): Reply => page('Request failed', errorBox(message), { status: httpStatus[code] })
