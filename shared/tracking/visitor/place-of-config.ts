import type { Config } from '../../kernel/config.js'
import { openPlaceDatabase, type PlaceDatabase } from './place.js'

const opened = new WeakMap<Config, Promise<PlaceDatabase>>()

/** The place database of this process, read when it is first asked for. */
export function placesOf(config: Config): Promise<PlaceDatabase> {
  let places = opened.get(config)
  if (!places) opened.set(config, (places = openPlaceDatabase(config.geoipDatabase)))
  return places
}
