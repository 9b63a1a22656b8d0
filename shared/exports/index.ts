/**
 * Archives of whole workspaces. An archive is a ZIP file with a CSV file for each table and a manifest; its tables are data
 * (`archive-tables.ts`). An archive is imported into an empty workspace, whose next archive has the same files. Exports of single lists
 * belong to the domains of their rows.
 */
export { exportWorkspaceJob, importWorkspaceJob } from './jobs.js'
export { importWorkspace, importWorkspaceBodySchema, runWorkspaceImport } from './import-workspace.js'
export { exportWorkspace, runWorkspaceExport } from './export-workspace.js'
