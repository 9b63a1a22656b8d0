/** The page tables of the console, read from its source: it is bundled for browsers, so tests cannot import it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './source-tree.js'

export interface PageRow {
  path: string
  /** Whether it has pages about single objects, whose id follows the path. */
  hasObjects: boolean
}

const tables = ['pages.ts', 'program/pages.ts', 'administration/pages.ts']

export const pageRows = (): PageRow[] =>
  tables.flatMap((name) => {
    const text = readFileSync(join(repositoryRoot, 'api/console', name), 'utf8')
    return [...text.matchAll(/^ {2}\{\n {4}path: '([^']*)',\n([^]*?)^ {2}\},$/gm)].map(([, path = '', rest = '']) => ({
      path,
      hasObjects: rest.includes('loadOne:'),
    }))
  })

/** The rows without an address in the list. */
export function unopenedRows(addresses: readonly string[], home: string): string[] {
  const paths = addresses.map((address) => address.replace(home, '').replace(/^\//, '').replace(/\?.*/, ''))
  return pageRows().flatMap(({ path, hasObjects }) => [
    ...(paths.includes(path) ? [] : [path]),
    ...(hasObjects && !paths.some((one) => one.startsWith(`${path}/`)) ? [`${path}/{id}`] : []),
  ])
}
