import { z } from 'zod'

export type Colour = readonly [red: number, green: number, blue: number]

/** Three or six hexadecimal digits. The # is optional because it must be escaped as %23 in a query. */
export const colourField = (fallback: string, description: string) =>
  z
    .string()
    .regex(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #1a2b3c')
    .default(fallback)
    .meta({ description })

export function parseColour(text: string): Colour {
  const digits = text.replace('#', '')
  const expanded = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const channel = (start: number) => Number.parseInt(expanded.slice(start, start + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

export const hexOf = (colour: Colour) => `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** Draws `over` on `under` with an opacity from 0 to 1. */
export const blend = (under: Colour, over: Colour, opacity: number): Colour => [
  mix(under[0], over[0], opacity),
  mix(under[1], over[1], opacity),
  mix(under[2], over[2], opacity),
]

const mix = (under: number, over: number, opacity: number) => Math.round(under + (over - under) * opacity)
