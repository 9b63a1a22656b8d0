/**
 * Archives of whole workspaces. An archive is a ZIP file with a CSV file for each table and a manifest; its tables are data
 * (`archive-tables.ts`). Exports of single lists belong to the domains of their rows.
 */
export { exportWorkspaceJob } from './jobs.js'
export { exportWorkspace, runWorkspaceExport } from './export-workspace.js'
