import { z } from 'zod'
import { idText, queryBoolean, stringList } from '../../kernel/input-fields.js'
import { csvFields, type CsvField } from './columns.js'

const header = (field: CsvField) =>
  z
    .string()
    .max(200)
    .optional()
    .meta({ description: `Header of the column with the field \`${field}\`.` })
const mappingFields = Object.fromEntries(csvFields.map((field) => [field, header(field)])) as Record<CsvField, ReturnType<typeof header>>
const pair = /^[^\s:]+:[^\s:]+$/

export const StartCsvImport = z.object({
  ...mappingFields,
  dryRun: queryBoolean().default(false).meta({ description: 'Only count what would be imported.' }),
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

export const CsvMappingQuery = z.object(mappingFields)

/** A small file within JSON; larger ones are sent as `text/csv`. */
export const CsvFile = z.object({ csv: z.string().min(1).max(4_000_000) })

export const CsvPreviewSchema = z.object({
  headers: z.string().array().meta({ description: 'The first line of the file.' }),
  columns: z.partialRecord(z.enum(csvFields as [CsvField, ...CsvField[]]), z.string()).meta({ description: 'The header of each field.' }),
  missing: z.string().array().meta({ description: 'Required or mapped fields without a column.' }),
  rows: z.int().meta({ description: 'Rows of the file as far as it was sent.' }),
  invalid: z.int().meta({ description: 'Rows without a usable link or destination.' }),
  sample: z
    .object({ row: z.int(), link: z.string().nullable(), url: z.string().nullable(), error: z.string().nullable() })
    .array()
    .meta({ description: 'The first ten rows as they would be read.' }),
})
