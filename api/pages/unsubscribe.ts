import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { form, page } from './page.js'

interface UnsubscribeLink {
  /** Path of the page. */
  path: string
  token: string
  programName: string
  recipient: string
}

/** The page behind the link in a campaign. A request for the page alone changes nothing, because mail servers open links too. */
export const unsubscribePage = ({ path, token, programName, recipient }: UnsubscribeLink): Reply =>
  page(
    'Unsubscribe',
    html`<p>Should ${recipient} get no more campaigns of ${programName}? Messages and emails about your earnings still arrive.</p>
      ${form(`${path}?token=${encodeURIComponent(token)}`, html`<button>Unsubscribe</button>`)}`,
  )
