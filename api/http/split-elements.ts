/** Splits a long text of many elements into the texts of each, as it arrives. Pure; whether each is JSON is asked elsewhere. */
import { badRequest } from '../../shared/kernel/errors.js'

export interface Splitter {
  /** The elements that this piece of the text completes. */
  push(text: string): string[]
  /** The last element, where nothing but the end of the text completes it. */
  end(): string[]
}

const malformed = () => badRequest('The request body is not valid JSON.')

/** The elements of a JSON array. */
export function splitList(): Splitter {
  let [depth, isInText, skipsNext, hadComma, rest] = [0, false, false, false, '']
  const marks = /["\\[\]{},]/g

  /** Answers whether an element ended here. */
  function meet(mark: string): boolean {
    if (mark === '"') isInText = !isInText
    else if (isInText) return false
    else if (mark === '[' || mark === '{') depth++
    else if (mark === ',') return depth === 1
    else if (mark === ']' || mark === '}') return --depth === 0
    return false
  }

  function push(text: string): string[] {
    const found: string[] = []
    let from = 0
    marks.lastIndex = skipsNext ? 1 : 0
    skipsNext = false
    for (let match = marks.exec(text); match; match = marks.exec(text)) {
      const [mark, at] = [match[0], match.index]
      if (depth < 0) throw malformed()
      if (mark === '\\') {
        if (isInText) marks.lastIndex = at + 2
        skipsNext = isInText && at + 1 === text.length
        continue
      }
      const opens = depth === 0
      const ends = meet(mark)
      if (opens && (mark !== '[' || rest.trim() + text.slice(from, at).trim() !== '')) throw malformed()
      if (!opens && !ends) continue
      const element = (rest + text.slice(from, at)).trim()
      ;[rest, from] = ['', at + 1]
      if (ends && (mark === ',' || hadComma || element !== '')) found.push(element)
      hadComma = mark === ','
      if (ends && mark === '}') throw malformed()
      if (ends && mark === ']') depth = -1
    }
    rest += text.slice(from)
    if (depth < 0 && rest.trim() !== '') throw malformed()
    return found
  }

  return {
    push,
    end() {
      if (depth >= 0) throw malformed()
      return []
    },
  }
}

/** One element a line; empty lines are passed over. */
export function splitLines(): Splitter {
  let rest = ''
  const filled = (lines: string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
  return {
    push(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      return filled(lines)
    },
    end: () => filled([rest]),
  }
}
