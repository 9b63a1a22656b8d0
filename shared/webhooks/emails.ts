/** Emails to workspace owners about their webhooks. */
import { failuresToDisable } from './limits.js'
import type { Webhook } from './webhook.entity.js'

type WebhookName = Pick<Webhook, 'name' | 'url'>

export const webhookCreatedEmail = ({ name, url }: WebhookName, workspace: string) => ({
  subject: `New webhook in ${workspace}`,
  text:
    `The webhook "${name}" was added to the workspace ${workspace}. Events are now sent to ${url}. ` +
    'If nobody on your team added this webhook, delete it under /webhooks.',
})

export const webhookFailingEmail = ({ name, url }: WebhookName, workspace: string, failures: number) => ({
  subject: `A webhook of ${workspace} is failing`,
  text:
    `The last ${failures} deliveries of the webhook "${name}" to ${url} failed. They are retried for three days. ` +
    `After ${failuresToDisable} consecutive failures the webhook is disabled. ` +
    'The delivery log under /webhooks shows the responses of the receiver.',
})

export const webhookDisabledEmail = ({ name, url }: WebhookName, workspace: string) => ({
  subject: `A webhook of ${workspace} was disabled`,
  text:
    `The last ${failuresToDisable} deliveries of the webhook "${name}" to ${url} failed, ` +
    'so the webhook was disabled and receives no more events. Enable it under /webhooks once the receiver works. ' +
    'Pending deliveries are sent then; failed deliveries can be replayed.',
})
