/** What the bundles of programs and tests have in common. Plain JavaScript, like the other parts of the build. */

/** Options of esbuild for modules of Node, with chunks. */
export const nodeBundle = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
}

/** Bundled CommonJS modules call `require` for the modules of Node. */
export const requireOfNode =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);"

/** Libraries that find their own files by their location, and drivers that MikroORM and knex load on demand only. */
export const outside = [
  ...['@bull-board/*', '@opentelemetry/api', 'esbuild', 'pino', 'swagger-ui-dist', 'thread-stream', 'typescript'],
  ...['better-sqlite3', 'libsql', 'mariadb', 'mariadb/callback', 'mysql', 'mysql2', 'oracledb', 'sqlite3', 'tedious'],
  ...['pg-native', 'pg-query-stream'],
]
