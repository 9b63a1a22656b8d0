/** Location of an IP address, from an MMDB file. */
import type { Reader, Response } from 'maxmind'
import { ConfigError } from '../../kernel/config.js'

export interface GeoLocation {
  continent: string
  country: string
  region: string
  city: string
  latitude: string
  longitude: string
}

export const unknownLocation: GeoLocation = {
  continent: 'Unknown',
  country: 'Unknown',
  region: 'Unknown',
  city: 'Unknown',
  latitude: 'Unknown',
  longitude: 'Unknown',
}

export interface GeoDatabase {
  locate(ip: string): GeoLocation
}

/** Two layouts are common: MaxMind's nested one with names by language, and DB-IP's flat one. */
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

/** Opens the file. Without a path every location is `Unknown`. Throws `ConfigError` if the file cannot be read. */
export async function openGeoDatabase(path: string | undefined): Promise<GeoDatabase> {
  if (!path) return { locate: () => unknownLocation }
  const { open } = await import('maxmind') // loaded only if configured
  const reader = await open<Response>(path, { cache: { max: 10_000 } }).catch((error: Error) => {
    throw new ConfigError(`GEOIP_DATABASE names ${path}, which can't be read as an MMDB file: ${error.message}.`)
  })
  return { locate: (ip) => readLocation(reader, ip) }
}

function readLocation(reader: Reader<Response>, ip: string): GeoLocation {
  const row = lookUp(reader, ip)
  if (!row) return unknownLocation
  const country = typeof row.country === 'object' ? row.country.iso_code : (row.country_code ?? row.country)
  return {
    continent: valueOrUnknown(typeof row.continent === 'object' ? row.continent.code : row.continent),
    country: valueOrUnknown(country),
    region: valueOrUnknown(row.subdivisions?.[0]?.iso_code ?? row.state1),
    city: valueOrUnknown(typeof row.city === 'object' ? row.city.names?.en : row.city),
    latitude: valueOrUnknown(row.location?.latitude ?? row.latitude),
    longitude: valueOrUnknown(row.location?.longitude ?? row.longitude),
  }
}

const valueOrUnknown = (value: string | number | undefined) => (value === undefined || value === '' ? 'Unknown' : String(value))

function lookUp(reader: Reader<Response>, ip: string): Row | null {
  try {
    // The library's types cover MaxMind's layout only.
    return reader.get(ip) as Row | null
  } catch {
    return null // not an IP address, or a family that the file does not contain
  }
}
