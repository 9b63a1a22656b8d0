import type { Config } from '../../kernel/config.js'
import { openGeoDatabase, type GeoDatabase } from './geo-location.js'

const opened = new WeakMap<Config, Promise<GeoDatabase>>()

/** The geo database of this process, opened on first use. */
export function geoDatabaseOf(config: Config): Promise<GeoDatabase> {
  let database = opened.get(config)
  if (!database) opened.set(config, (database = openGeoDatabase(config.geoipDatabase)))
  return database
}
