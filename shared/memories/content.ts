import { createHash } from 'node:crypto'
import type { Identifiers } from './identifiers.js'

/** The fingerprint that memory clients know. */
export const hashOf = (text: string) => createHash('md5').update(text).digest('hex')

/** What two memories have in common of which one is enough: whose they are, and what they say. */
export const contentKey = ({ user_id = '', agent_id = '', run_id = '' }: Identifiers, text: string) =>
  createHash('sha256')
    .update(JSON.stringify([user_id, agent_id, run_id, text]))
    .digest('base64url')
