import { WorkspaceParams } from '../../shared/accounts/index.js'
import {
  CsvFile,
  CsvMappingQuery,
  CsvPreviewSchema,
  findImport,
  ImportedLinkSchema,
  importErrorFile,
  ImportParams,
  ImportSchema,
  listImportedLinks,
  listImports,
  listImportsQuerySchema,
  PartnersCsvMappingQuery,
  previewCsv,
  startCsvImport,
  StartCsvImport,
  StartImport,
  startImport,
  StartImportParams,
  findSourceAccount,
  SourceAccountSchema,
  StoreCredential,
  StoredCredentialSchema,
  storeImportCredential,
  startPartnersCsvImport,
  StartPartnersCsvImport,
  undoImport,
} from '../../shared/imports/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { file, fileOrJob } from '../http/reply.js'

const read = { method: 'GET', access: workspace('links.read'), rate: 'api', hidden: true } as const
const write = { method: 'POST', access: workspace('links.write'), rate: 'api', hidden: true, transaction: false } as const
const writePartners = { ...write, access: workspace('groups.write') } as const

export const imports = [
  // Before the providers, whose path would match too.
  endpoint({
    ...write,
    id: 'startCsvImport',
    path: '/workspaces/{idOrSlug}/import/csv',
    transaction: 'own',
    params: WorkspaceParams,
    query: StartCsvImport,
    body: CsvFile,
    csv: { start: ({ scope, query, texts, runOnce }) => startCsvImport(scope, query, texts, runOnce) },
    run: async ({ scope, query, body }) => fileOrJob(await startCsvImport(scope, query, onePart(body.csv))),
  }),
  endpoint({
    ...write,
    id: 'previewCsvImport',
    path: '/workspaces/{idOrSlug}/import/csv/preview',
    params: WorkspaceParams,
    query: CsvMappingQuery,
    body: CsvFile,
    acceptsCsv: true,
    output: CsvPreviewSchema,
    run: async ({ query, body }) => previewCsv('links', query, body.csv),
  }),
  endpoint({
    ...writePartners,
    id: 'startPartnersCsvImport',
    path: '/workspaces/{idOrSlug}/import/csv/partners',
    transaction: 'own',
    params: WorkspaceParams,
    query: StartPartnersCsvImport,
    body: CsvFile,
    csv: { start: ({ scope, query, texts, runOnce }) => startPartnersCsvImport(scope, query, texts, runOnce) },
    run: async ({ scope, query, body }) => fileOrJob(await startPartnersCsvImport(scope, query, onePart(body.csv))),
  }),
  endpoint({
    ...writePartners,
    id: 'previewPartnersCsvImport',
    path: '/workspaces/{idOrSlug}/import/csv/partners/preview',
    params: WorkspaceParams,
    query: PartnersCsvMappingQuery,
    body: CsvFile,
    acceptsCsv: true,
    output: CsvPreviewSchema,
    run: async ({ query, body }) => previewCsv('partners', query, body.csv),
  }),
  endpoint({
    ...write,
    id: 'startImport',
    path: '/workspaces/{idOrSlug}/import/{provider}',
    params: StartImportParams,
    body: StartImport,
    run: async ({ scope, params, body }) => fileOrJob(await startImport(scope, params.provider, body)),
  }),
  endpoint({
    ...write,
    id: 'storeImportCredential',
    method: 'PUT',
    path: '/workspaces/{idOrSlug}/import/{provider}',
    params: StartImportParams,
    body: StoreCredential,
    output: StoredCredentialSchema,
    run: ({ scope, params, body }) => storeImportCredential(scope, params.provider, body),
  }),
  endpoint({
    ...read,
    id: 'getSourceAccount',
    path: '/workspaces/{idOrSlug}/import/{provider}',
    params: StartImportParams,
    output: SourceAccountSchema,
    run: ({ scope, params }) => findSourceAccount(scope, params.provider),
  }),
  endpoint({
    ...read,
    id: 'listImports',
    path: '/workspaces/{idOrSlug}/imports',
    params: WorkspaceParams,
    query: listImportsQuerySchema,
    output: ImportSchema.array(),
    run: ({ scope, query }) => listImports(scope, query),
  }),
  endpoint({
    ...read,
    id: 'getImport',
    path: '/workspaces/{idOrSlug}/imports/{importId}',
    params: ImportParams,
    output: ImportSchema,
    run: ({ scope, params }) => findImport(scope, params.importId),
  }),
  endpoint({
    ...read,
    id: 'listImportedLinks',
    path: '/workspaces/{idOrSlug}/imports/{importId}/links',
    params: ImportParams,
    query: listImportsQuerySchema,
    output: ImportedLinkSchema.array(),
    run: ({ scope, params, query }) => listImportedLinks(scope, params.importId, query),
  }),
  endpoint({
    ...write,
    id: 'undoImport',
    path: '/workspaces/{idOrSlug}/imports/{importId}/undo',
    params: ImportParams,
    run: async ({ scope, params }) => fileOrJob(await undoImport(scope, params.importId)),
  }),
  endpoint({
    ...read,
    id: 'downloadImportErrors',
    path: '/workspaces/{idOrSlug}/import/{importId}/download',
    params: ImportParams,
    run: async ({ scope, params }) => file(await importErrorFile(scope, params.importId)),
  }),
]

async function* onePart(text: string): AsyncGenerator<string> {
  yield text.replace(/^\uFEFF/, '')
}
