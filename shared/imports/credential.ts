import type { Vault } from '../kernel/vault.js'

const sealContext = (importId: string) => `credential of ${importId}`
export const sealCredential = (vault: Vault, importId: string, token: string) => vault.seal(token, sealContext(importId))
export const openCredential = (vault: Vault, importId: string, sealed: string) => vault.open(sealed, sealContext(importId))
