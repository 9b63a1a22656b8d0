/** The email around a text: preview line, footer and opening image. Pure. */
import { escapeHtml } from '../../kernel/escape-html.js'

export interface EmailParts {
  html: string
  text: string
  /** Shown by mailboxes beside the subject. */
  preview: string | null
  programName: string
  /** Where the recipient sees more. */
  portalUrl: string
  /** The page on which the recipient ends emails of this kind; null in a test email. */
  unsubscribeUrl: string | null
  /** The image whose request shows that the email was opened; null in a test email. */
  openedUrl: string | null
}

export function emailOf({ html, text, preview, programName, portalUrl, unsubscribeUrl, openedUrl }: EmailParts): {
  html: string
  text: string
} {
  const reason = `You get this email because you are a partner of ${programName}.`
  const hidden = preview ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>` : ''
  const portal = ` <a href="${escapeHtml(portalUrl)}">Your partner portal</a>`
  const link = unsubscribeUrl ? ` <a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a>` : ''
  const image = openedUrl ? `<img src="${escapeHtml(openedUrl)}" width="1" height="1" alt="">` : ''
  return {
    html:
      '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>' +
      `<body style="font:16px/1.5 sans-serif;max-width:600px;margin:0 auto;padding:16px">${hidden}${html}` +
      `<hr><p style="font-size:13px;color:#666">${escapeHtml(reason)}${portal}${link}</p>${image}</body></html>`,
    text: `${text}\n\n--\n${reason}\nYour partner portal: ${portalUrl}${unsubscribeUrl ? `\nUnsubscribe: ${unsubscribeUrl}` : ''}\n`,
  }
}
