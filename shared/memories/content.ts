import { createHash } from 'node:crypto'
import { sha256 } from '../kernel/hash.js'
import type { Identifiers } from './identifiers.js'

/** MD5, because memory clients expect it. Not used for security. */
export const textHash = (text: string) => createHash('md5').update(text).digest('hex')

/** Identifies duplicates: memories with the same identifiers and text have the same key. */
export const contentKey = ({ user_id = '', agent_id = '', run_id = '' }: Identifiers, text: string) =>
  sha256(JSON.stringify([user_id, agent_id, run_id, text])).toString('base64url')
