/** `npm run console:operations`: writes `api/console/operations.ts`. Run it when the console calls another operation, or a row changes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { grantedPermissions, roles } from '../../shared/accounts/index.js'
import { hasPartnerPermission, partnerPermissions, partnerRoles } from '../../shared/partner-accounts/index.js'
import { operationsIn, operationTypes } from '../openapi/operation-types.js'
import { tables } from '../routes/index.js'

const folders = ['console', 'portal', 'public'].map((name) => fileURLToPath(new URL(`../../../api/${name}`, import.meta.url)))
const file = join(folders[0] ?? '', 'operations.ts')

const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && name !== 'operations.ts')
    .map((name) => readFileSync(join(folder, name), 'utf8')),
)
const text = operationTypes(operationsIn(sources, tables.rows), {
  rolePermissions: Object.fromEntries(roles.map((role) => [role, grantedPermissions(role, null)])),
  partnerRolePermissions: Object.fromEntries(
    partnerRoles.map((role) => [role, partnerPermissions.filter((permission) => hasPartnerPermission(role, permission))]),
  ),
})
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) throw new Error('api/console/operations.ts is out of date: run `npm run console:operations`')
} else writeFileSync(file, text)
