import type { JobScope } from '../../kernel/scope.js'
import { type Letter, mailerOf } from './mailer.js'

/** Sends a letter that was written when it was queued. */
export const sendLetter = ({ config }: JobScope, letter: Letter): Promise<void> => mailerOf(config).send(letter)
