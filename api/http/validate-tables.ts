/** Consistency checks of the endpoint tables. The program does not start with inconsistent tables. */
import { errorCodes } from '../../shared/kernel/errors.js'
import type { Endpoint } from '../endpoint.js'

/** One sentence per inconsistency; empty when the tables are valid. */
export function tableErrors(rows: readonly Endpoint[], known: { permissions: readonly string[]; plans: readonly string[] }): string[] {
  return [
    ...duplicateErrors(rows),
    ...rows.flatMap((row) => rowErrors(row, known).map((error) => `${row.id} (${row.method} ${row.path}): ${error}`)),
  ]
}

function duplicateErrors(rows: readonly Endpoint[]): string[] {
  const seen = new Set<string>()
  const errors: string[] = []
  for (const row of rows) {
    for (const mark of [`id ${row.id}`, `${row.method} ${row.path.replaceAll(/\{[^}]+\}/g, '{}')}`]) {
      if (seen.has(mark)) errors.push(`${mark} is declared twice`)
      seen.add(mark)
    }
  }
  return errors
}

function rowErrors(row: Endpoint, known: { permissions: readonly string[]; plans: readonly string[] }): string[] {
  const inPath = [...row.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string).sort()
  const declared = Object.keys(row.params?.shape ?? {}).sort()
  const unknownPlans = (row.plans ?? []).filter((plan) => !known.plans.includes(plan))
  const unknownPermissions = row.access.permissions.filter((one) => !known.permissions.includes(one))
  return [
    inPath.join() !== declared.join() && `the path names {${inPath.join()}} but params declares {${declared.join()}}`,
    unknownPermissions.length > 0 && `unknown permission ${unknownPermissions.join()}`,
    unknownPlans.length > 0 && `unknown plan ${unknownPlans.join()}`,
    !['api', 'analytics', 'publishable', 'none'].includes(row.rate) && `unknown rate class ${row.rate}`,
    (row.fails ?? []).some((code) => !errorCodes.includes(code)) && 'unknown error code in fails',
    !row.hidden && !row.summary && 'a documented row needs a summary',
    !row.hidden && !row.tag && 'a documented row needs a tag',
    row.method === 'GET' && row.body && 'a GET has no body',
    !row.path.startsWith('/') && 'the path must begin with /',
  ].filter((error): error is string => typeof error === 'string')
}
