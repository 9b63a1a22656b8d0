import { z } from 'zod'
import { idText, queryBoolean, stringList } from '../../kernel/input-fields.js'
import { csvFieldsOf, type CsvField, type CsvKind } from './columns.js'

const header = (field: string) =>
  z
    .string()
    .max(200)
    .optional()
    .meta({ description: `Header of the column with the field \`${field}\`.` })
const mappingOf = <Kind extends CsvKind>(kind: Kind) =>
  Object.fromEntries(csvFieldsOf(kind).map((field) => [field, header(field)])) as Record<CsvField<Kind>, ReturnType<typeof header>>
const pair = /^[^\s:]+:[^\s:]+$/

const dryRun = queryBoolean().default(false).meta({ description: 'Only count what would be imported.' })

export const StartCsvImport = z.object({
  ...mappingOf('links'),
  dryRun,
  defaultDomain: z
    .string()
    .max(190)
    .toLowerCase()
    .optional()
    .meta({ description: 'Domain of rows that have a key only. The default short domain if absent.' }),
  folderId: idText().optional().meta({ description: 'Folder for the imported links.' }),
  importTags: queryBoolean().default(true).meta({ description: 'Whether tags are imported. Missing tags are created.' }),
  addDomains: queryBoolean().default(true).meta({ description: 'Whether domains that the workspace lacks are added to it.' }),
  overwrite: queryBoolean()
    .default(false)
    .meta({ description: 'Whether links of the workspace that exist already get the fields of the file.' }),
  domains: stringList(100)
    .refine((pairs) => pairs.every((one) => pair.test(one)), {
      message: 'must be a list like bit.ly:go.example.com,old.example:new.example',
    })
    .transform((pairs) => Object.fromEntries(pairs.map((one) => one.toLowerCase().split(':'))) as Record<string, string>)
    .optional()
    .meta({ description: 'Replaces domains of the file: `bit.ly:go.example.com`.' }),
})
export type StartCsvImport = z.infer<typeof StartCsvImport>

export const StartPartnersCsvImport = z.object({ ...mappingOf('partners'), dryRun })
export type StartPartnersCsvImport = z.infer<typeof StartPartnersCsvImport>

export const CsvMappingQuery = z.object(mappingOf('links'))
export const PartnersCsvMappingQuery = z.object(mappingOf('partners'))

/** A small file within JSON; larger ones are sent as `text/csv`. */
export const CsvFile = z.object({ csv: z.string().min(1).max(4_000_000) })

const fields = [...new Set<CsvField>([...csvFieldsOf('links'), ...csvFieldsOf('partners')])]
export const CsvPreviewSchema = z.object({
  headers: z.string().array().meta({ description: 'The first line of the file.' }),
  columns: z.partialRecord(z.enum(fields), z.string()).meta({ description: 'The header of each field.' }),
  missing: z.string().array().meta({ description: 'Required or mapped fields without a column.' }),
  rows: z.int().meta({ description: 'Rows of the file as far as it was sent.' }),
  invalid: z.int().meta({ description: 'Rows that cannot be imported, for example without a destination.' }),
  sample: z
    .object({
      row: z.int(),
      link: z.string().nullable(),
      url: z.string().nullable(),
      email: z.string().nullable(),
      error: z.string().nullable(),
    })
    .array()
    .meta({ description: 'The first ten rows as they would be read.' }),
})
