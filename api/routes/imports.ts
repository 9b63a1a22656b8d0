import { WorkspaceParams } from '../../shared/accounts/index.js'
import {
  findImport,
  ImportedLinkSchema,
  importErrorFile,
  ImportParams,
  ImportSchema,
  listImportedLinks,
  listImports,
  listImportsQuerySchema,
  StartImport,
  startImport,
  StartImportParams,
  undoImport,
} from '../../shared/imports/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { file, fileOrJob } from '../http/reply.js'

const read = { method: 'GET', access: workspace('links.read'), rate: 'api', hidden: true } as const
const write = { method: 'POST', access: workspace('links.write'), rate: 'api', hidden: true, transaction: false } as const

export const imports = [
  endpoint({
    ...write,
    id: 'startImport',
    path: '/workspaces/{idOrSlug}/import/{provider}',
    params: StartImportParams,
    body: StartImport,
    run: async ({ scope, params, body }) => fileOrJob(await startImport(scope, params.provider, body)),
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
