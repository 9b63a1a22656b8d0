/** `npm run console:operations`: writes `api/console/operations.ts`. Run it when the console calls another operation, or a row changes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { grantedPermissions, roles } from '../../shared/accounts/index.js'
import { operationsIn, operationTypes } from '../openapi/operation-types.js'
import { tables } from '../routes/index.js'

const folder = fileURLToPath(new URL('../../../api/console', import.meta.url))
const file = join(folder, 'operations.ts')

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && name !== 'operations.ts')
  .map((name) => readFileSync(join(folder, name), 'utf8'))
const permissions = Object.fromEntries(roles.map((role) => [role, grantedPermissions(role, null)]))
const text = operationTypes(operationsIn(sources, tables.rows), permissions)
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) throw new Error('api/console/operations.ts is out of date: run `npm run console:operations`')
} else writeFileSync(file, text)
