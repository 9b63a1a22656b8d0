/** Generated names for customers without a name and an email address. */
import { sha256 } from '../kernel/hash.js'

const adjectives = [
  'Brave',
  'Bright',
  'Calm',
  'Clever',
  'Eager',
  'Fair',
  'Gentle',
  'Glad',
  'Happy',
  'Honest',
  'Jolly',
  'Keen',
  'Kind',
  'Lively',
  'Lucky',
  'Merry',
  'Noble',
  'Patient',
  'Proud',
  'Quick',
  'Quiet',
  'Sunny',
  'Swift',
  'Wise',
]
const colours = [
  'Amber',
  'Azure',
  'Beige',
  'Blue',
  'Bronze',
  'Brown',
  'Coral',
  'Crimson',
  'Golden',
  'Green',
  'Indigo',
  'Ivory',
  'Lilac',
  'Olive',
  'Orange',
  'Pink',
  'Purple',
  'Red',
  'Ruby',
  'Silver',
  'Teal',
  'Violet',
  'White',
  'Yellow',
]
const animals = [
  'Badger',
  'Bear',
  'Beaver',
  'Bison',
  'Crane',
  'Deer',
  'Dolphin',
  'Eagle',
  'Falcon',
  'Finch',
  'Fox',
  'Hare',
  'Heron',
  'Horse',
  'Lark',
  'Lynx',
  'Marten',
  'Otter',
  'Owl',
  'Panda',
  'Raven',
  'Seal',
  'Stork',
  'Swan',
  'Tiger',
  'Turtle',
  'Whale',
  'Wolf',
]

const wordLists = [adjectives, colours, animals]

/** Deterministic: the same customer always gets the same name. */
export function generateNickname(customerId: string): string {
  const bytes = sha256(customerId)
  return wordLists.map((words, index) => words[(bytes[index] as number) % words.length]).join(' ')
}

/**
 * What `nickname_codes` of the database contains for customers whose generated name has a word that starts with the text: the byte that
 * selects the word, plus 256 for each word before it.
 */
export function nicknameCodes(start: string): number[] {
  const isFound = (word: string | undefined) => word?.toLowerCase().startsWith(start.toLowerCase())
  return wordLists.flatMap((words, index) =>
    Array.from({ length: 256 }, (_, byte) => byte).flatMap((byte) => (isFound(words[byte % words.length]) ? [256 * index + byte] : [])),
  )
}
