import { failuresToDisable } from './limits.js'
/** What owners are told of their webhooks. */
import type { Webhook } from './webhook.entity.js'

type Named = Pick<Webhook, 'name' | 'url'>

export const letterOfNew = ({ name, url }: Named, workspace: string) => ({
  subject: `New webhook in ${workspace}`,
  text: `The webhook "${name}" was added to the workspace ${workspace}. Events are sent to ${url} from now on. If this was none of you, delete it under /webhooks.`,
})

export const letterOfFailures = ({ name, url }: Named, workspace: string, failures: number) => ({
  subject: `A webhook of ${workspace} is failing`,
  text: `The last ${failures} deliveries of the webhook "${name}" to ${url} failed. They are tried again for three days. After ${failuresToDisable} failures in a row the webhook is disabled. What was answered stands in the log of its deliveries.`,
})

export const letterOfDisabling = ({ name, url }: Named, workspace: string) => ({
  subject: `A webhook of ${workspace} was disabled`,
  text: `The last ${failuresToDisable} deliveries of the webhook "${name}" to ${url} failed, so it was disabled and is told nothing more. Enable it again when the receiver works; deliveries that wait are sent then, and those that failed can be sent again.`,
})
