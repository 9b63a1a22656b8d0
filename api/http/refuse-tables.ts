/** The program refuses to start when its tables contradict themselves. */
import { errorCodes } from '../../shared/kernel/errors.js'
import type { Endpoint } from '../endpoint.js'

/** What is wrong with the tables, a sentence each; an empty list is the only pass. */
export function faultsOf(rows: readonly Endpoint[], known: { permissions: readonly string[]; plans: readonly string[] }): string[] {
  return [
    ...repeated(rows),
    ...rows.flatMap((row) => faultsOfRow(row, known).map((fault) => `${row.id} (${row.method} ${row.path}): ${fault}`)),
  ]
}

function repeated(rows: readonly Endpoint[]): string[] {
  const seen = new Set<string>()
  const faults: string[] = []
  for (const row of rows) {
    for (const mark of [`id ${row.id}`, `${row.method} ${row.path.replaceAll(/\{[^}]+\}/g, '{}')}`]) {
      if (seen.has(mark)) faults.push(`${mark} stands twice in the tables`)
      seen.add(mark)
    }
  }
  return faults
}

function faultsOfRow(row: Endpoint, known: { permissions: readonly string[]; plans: readonly string[] }): string[] {
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
    row.method === 'GET' && row.body && 'a GET takes no body',
    !row.path.startsWith('/') && 'the path must begin with /',
  ].filter((fault): fault is string => typeof fault === 'string')
}
