/**
 * Imports of links, workspaces and partner programs from other services and CSV files. One engine runs all imports; a provider is data
 * (`providers/index.ts`), and so is a kind of objects (`importers/index.ts`). An import is a background operation: its rows that were not
 * imported are the errors of the operation. What exists already stays as it is, unless the caller requests to overwrite links.
 */
export { SourceAccountSchema, StoreCredential, StoredCredentialSchema } from './import.schema.js'
export { ImportedLinkSchema, ImportParams, ImportSchema, listImportsQuerySchema, StartImport, StartImportParams } from './import.schema.js'
export { findImport, importErrorFile, listImportedLinks, listImports } from './list-imports.js'
export { failImport } from './finish-import.js'
export { runImport } from './run-import.js'
export { runUndoImport, undoImport } from './undo-import.js'
export { findSourceAccount, storeImportCredential } from './source-account.js'
export { startImport } from './start-import.js'
export { importCsvJob, runImportJob, undoImportJob } from './jobs.js'
export {
  CsvFile,
  CsvMappingQuery,
  CsvPreviewSchema,
  PartnersCsvMappingQuery,
  StartCsvImport,
  StartPartnersCsvImport,
} from './csv/csv-import.schema.js'
export { runCsvImport, startCsvImport, startPartnersCsvImport } from './csv/import-csv.js'
export { previewCsv } from './csv/preview-csv.js'
