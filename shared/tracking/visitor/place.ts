/** Where a visitor is, by the place database. */
import type { Reader, Response } from 'maxmind'
import { ConfigError } from '../../kernel/config.js'

export interface Place {
  continent: string
  country: string
  region: string
  city: string
  latitude: string
  longitude: string
}

export const nowhere: Place = {
  continent: 'Unknown',
  country: 'Unknown',
  region: 'Unknown',
  city: 'Unknown',
  latitude: 'Unknown',
  longitude: 'Unknown',
}

export interface PlaceDatabase {
  placeOf(ip: string): Place
}

/** Two layouts are in use: MaxMind's nested one with names by language, and DB-IP's flat one. */
interface Row {
  continent?: { code?: string } | string
  country?: { iso_code?: string } | string
  country_code?: string
  subdivisions?: { iso_code?: string }[]
  state1?: string
  city?: { names?: { en?: string } } | string
  location?: { latitude?: number; longitude?: number }
  latitude?: number | string
  longitude?: number | string
}

/** Without a path every place is `Unknown`. Throws `ConfigError` when the file cannot be read. */
export async function openPlaceDatabase(path: string | undefined): Promise<PlaceDatabase> {
  if (!path) return { placeOf: () => nowhere }
  const { open } = await import('maxmind') // most have none
  const reader = await open<Response>(path, { cache: { max: 10_000 } }).catch((error: Error) => {
    throw new ConfigError(`GEOIP_DATABASE names ${path}, which can't be read as an MMDB file: ${error.message}.`)
  })
  return { placeOf: (ip) => placeIn(reader, ip) }
}

function placeIn(reader: Reader<Response>, ip: string): Place {
  const row = found(reader, ip)
  if (!row) return nowhere
  const country = typeof row.country === 'object' ? row.country.iso_code : (row.country_code ?? row.country)
  return {
    continent: known(typeof row.continent === 'object' ? row.continent.code : row.continent),
    country: known(country),
    region: known(row.subdivisions?.[0]?.iso_code ?? row.state1),
    city: known(typeof row.city === 'object' ? row.city.names?.en : row.city),
    latitude: known(row.location?.latitude ?? row.latitude),
    longitude: known(row.location?.longitude ?? row.longitude),
  }
}

const known = (value: string | number | undefined) => (value === undefined || value === '' ? 'Unknown' : String(value))

function found(reader: Reader<Response>, ip: string): Row | null {
  try {
    // The library's types know MaxMind's layout only.
    return reader.get(ip) as Row | null
  } catch {
    return null // not an address, or of a family that the file does not hold
  }
}
