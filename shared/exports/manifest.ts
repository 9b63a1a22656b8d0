/** The manifest of an archive: what it contains, and what it leaves out. */
import { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { omittedTables } from './archive-tables.js'

export const manifestFile = 'manifest.json'
/** Where images and documents are in an archive. */
export const filesFolder = 'files/'

export const manifestSchema = z.object({
  format: z.literal('tributary-workspace'),
  version: z.literal(1),
  workspace: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
  settings: z.object({
    conversionEnabled: z.boolean(),
    attributionModel: z.string(),
    attributionWindowDays: z.number().nullable(),
    allowedHostnames: z.array(z.string()).nullable(),
    defaultProgramId: z.string().nullable(),
  }),
  tables: z.array(z.object({ table: z.string(), rows: z.number(), columns: z.array(z.string()) })),
  omitted: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

export const manifestOf = ({ workspace }: WorkspaceScope, tables: Manifest['tables']): Manifest => ({
  format: 'tributary-workspace',
  version: 1,
  workspace: { id: workspace.id, name: workspace.name, slug: workspace.slug },
  settings: {
    conversionEnabled: workspace.conversionEnabled,
    attributionModel: workspace.attributionModel,
    attributionWindowDays: workspace.attributionWindowDays ?? null,
    allowedHostnames: workspace.allowedHostnames ?? null,
    defaultProgramId: workspace.defaultProgramId ?? null,
  },
  tables,
  omitted: omittedTables,
})
