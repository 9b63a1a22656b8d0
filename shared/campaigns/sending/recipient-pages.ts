/** What recipients do with an email: open it, and end further ones. The token of the email is their only credential. */
import { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { emailLinkInvalid } from '../errors.js'
import { findByToken, insertUnsubscribe, markOpened } from './notification-email.queries.js'

const token = z.string().min(1).max(100)
export const OpenedImageParams = z.object({ token })
export const UnsubscribeQuery = z.object({ token })
/** Mailboxes that support one click send `List-Unsubscribe=One-Click`. */
export const UnsubscribeForm = z.object({ 'List-Unsubscribe': z.string().max(100).optional() }).optional()

/** A transparent image of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Records the first opening. An unknown token gets the image too. */
export async function openEmail(scope: Scope, input: z.infer<typeof OpenedImageParams>): Promise<Buffer> {
  await markOpened(scope, input.token, scope.now())
  return pixel
}

/** Which emails the link ends. */
export async function readUnsubscribeLink(scope: Scope, input: z.infer<typeof UnsubscribeQuery>) {
  const found = await findByToken(scope, input.token)
  if (!found) throw emailLinkInvalid()
  return found
}

/** Sends no campaigns of the program to the address any more. Messages and emails about earnings still arrive. */
export async function unsubscribe(
  scope: Scope,
  input: z.infer<typeof UnsubscribeQuery>,
): Promise<{ programName: string; recipient: string }> {
  const { programId, programName, recipient } = await readUnsubscribeLink(scope, input)
  await insertUnsubscribe(scope, programId, recipient, scope.now())
  return { programName, recipient }
}
