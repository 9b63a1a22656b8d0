/** The command line of `npm run import`. Pure. */
import { parseArgs } from 'node:util'
import { type ProviderName, providerNames } from '../providers/index.js'

export const usage = `npm run import -- <source> --into <workspace> [options]

Sources: ${providerNames.join(', ')}; csv and csv-partners with --file; undo with the id of an import.

  --token <key>        API key of the source (or IMPORT_TOKEN)
  --into <workspace>   Slug or id of the workspace (that of DATA_DIR/credentials.json, or the only one of a personal key)
  --file <path>        CSV file
  --dry-run            Count what would be imported, and stop
  --yes                Import without counting and asking first
  --overwrite          Give existing links the fields of the source
  --no-tags            Leave out tags
  --no-domains         Do not add domains to the workspace
  --domain <old=new>   Replace a domain of the source; repeatable
  --map <field=header> Column of a CSV file for a field; repeatable
  --folder <id>        Folder for the links
  --api-url <url>      Address of your own installation of the source
  --account <id>       Account at FirstPromoter
  --program <id>       Program at Tolt or Tapfiliate
  --campaign <id>      Campaign at Rewardful; repeatable
  --job <id>           Follow an import that was started before
  --errors <path>      Where rows that were not imported are written (import-errors-<id>.csv)
  --service <url>      Address of the service (BASE_URL or http://localhost:PORT)
  --key <key>          API key of the service (API_KEY, or that of DATA_DIR/credentials.json)

Exit codes: 0 everything is imported or was here already, 1 the import failed or was refused, 2 the command line is wrong,
3 some rows were not imported.`

export class UsageError extends Error {}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const list = { type: 'string', multiple: true, default: [] as string[] } as const
const options = {
  ...{ token: text, into: text, file: text, folder: text, 'api-url': text, account: text, program: text, job: text, errors: text },
  ...{ service: text, key: text, domain: list, map: list, campaign: list },
  ...{ 'dry-run': flag, yes: flag, overwrite: flag, 'no-tags': flag, 'no-domains': flag, help: flag },
} as const

export const csvSources = { csv: 'csv', 'csv-partners': 'csv/partners' } as const
export type CsvSource = keyof typeof csvSources
export type Source = ProviderName | CsvSource | 'undo'
export type Arguments = ReturnType<typeof parseImportArguments>

export function parseImportArguments(args: readonly string[], env: Record<string, string | undefined>) {
  const { values, positionals } = parsed(args)
  const [source, importId] = positionals as [Source | undefined, string | undefined]
  if (values.help || source === undefined) throw new UsageError(usage)
  if (!([...providerNames, ...Object.keys(csvSources), 'undo'] as string[]).includes(source))
    throw new UsageError(`There is no source ${source}.\n\n${usage}`)
  const token = values.token ?? env.IMPORT_TOKEN
  const isCsv = source in csvSources
  if (isCsv && !values.file && !values.job) throw new UsageError('--file is required: the CSV file.')
  if (source === 'undo' && importId === undefined) throw new UsageError('The id of the import is required: npm run import -- undo imp_...')
  return { ...values, source, importId, token, isCsv, domains: pairs(values.domain, '--domain'), mapping: pairs(values.map, '--map') }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

function pairs(texts: readonly string[], option: string): Record<string, string> {
  return Object.fromEntries(
    texts.map((one) => {
      const [from = '', to = ''] = one.split('=')
      if (from === '' || to === '') throw new UsageError(`${option} must be like old=new, not ${one}.`)
      return [from, to]
    }),
  )
}
