/** Emails about messages that wait. Pure. */
import { escapeHtml } from '../../kernel/escape-html.js'
import { type EmailParts, emailOf } from '../content/email-layout.js'
import type { EmailedMessage } from './message.queries.js'

const subjectOf = (count: number, sender: string) => (count === 1 ? `New message from ${sender}` : `${count} new messages from ${sender}`)

/** To a partner. Opening it marks the messages as read in the email. */
export function messagesEmail(programName: string, messages: readonly EmailedMessage[], urls: Pick<EmailParts, 'openedUrl' | 'portalUrl'>) {
  const files = messages.flatMap(({ attachments }) => attachments)
  const intro = `The program ${programName} wrote to you:`
  return {
    subject: subjectOf(messages.length, programName),
    ...emailOf({
      html: [
        `<p>${escapeHtml(intro)}</p>`,
        ...messages.map(({ text }) => `<blockquote style="white-space:pre-wrap">${escapeHtml(text)}</blockquote>`),
        ...files.map(({ fileName, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(fileName)}</a></p>`),
      ].join(''),
      text: [intro, ...messages.map(({ text }) => text), ...files.map(({ fileName, url }) => `${fileName}: ${url}`)].join('\n\n'),
      preview: null,
      programName,
      unsubscribeUrl: null,
      ...urls,
    }),
  }
}

/** To members of the workspace. */
export const partnerMessagesEmail = (partnerName: string, programName: string, texts: readonly string[]) => ({
  subject: subjectOf(texts.length, partnerName),
  text: `The partner ${partnerName} wrote to the program ${programName}:\n\n${texts.join('\n\n')}\n\nAnswer under /messages.`,
})
