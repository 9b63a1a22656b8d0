/** Input with secrets is stored sealed for its operation. Other input is JSON text, which cannot be mistaken for a sealed one. */
import type { Scope } from '../kernel/scope.js'
import { isSealed } from '../kernel/vault.js'

type WithVault = Pick<Scope, 'vault'>
const sealContext = (operationId: string) => `input of ${operationId}`

export const sealInput = ({ vault }: WithVault, operationId: string, text: string): string => vault.seal(text, sealContext(operationId))

/** Returns the JSON text, opened if it was sealed. */
export const openInput = ({ vault }: WithVault, operationId: string, text: string): string =>
  isSealed(text) ? vault.open(text, sealContext(operationId)) : text
