import { z } from 'zod'

export type Colour = readonly [red: number, green: number, blue: number]

/** Three or six hexadecimal digits; the # may be left out, because in a query it has to be written as %23. */
export const colourField = (fallback: string, description: string) =>
  z
    .string()
    .regex(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #1a2b3c')
    .default(fallback)
    .meta({ description })

export function parseColour(text: string): Colour {
  const digits = text.replace('#', '')
  const whole = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const part = (at: number) => Number.parseInt(whole.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

export const hexOf = (colour: Colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** `over` on `under`; `share` from 0 (nothing of it) to 1. */
export const blend = (under: Colour, over: Colour, share: number): Colour => [
  mix(under[0], over[0], share),
  mix(under[1], over[1], share),
  mix(under[2], over[2], share),
]

const mix = (under: number, over: number, share: number) => Math.round(under + (over - under) * share)
