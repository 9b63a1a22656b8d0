import type { ServiceError } from '../../shared/kernel/errors.js'
import { statusOf } from '../http/error-answer.js'
import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { page, problem } from './page.js'

/** A page that says one thing. */
export const messagePage = (title: string, text: string): Reply => page(title, html`<p>${text}</p>`)

/** A refusal, for somebody who looks at it in a browser. */
export const refusalPage = ({ code, message }: ServiceError): Reply =>
  page('This did not work', problem(message), { status: statusOf[code] })
