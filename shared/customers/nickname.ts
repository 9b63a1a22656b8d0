/** What somebody is called of whom neither name nor address is known. */
import { createHash } from 'node:crypto'

const manners = ['Brave', 'Bright', 'Calm', 'Clever', 'Eager', 'Fair', 'Gentle', 'Glad', 'Happy', 'Honest', 'Jolly', 'Keen', 'Kind', 'Lively', 'Lucky', 'Merry', 'Noble', 'Patient', 'Proud', 'Quick', 'Quiet', 'Sunny', 'Swift', 'Wise']
const colours = ['Amber', 'Azure', 'Beige', 'Blue', 'Bronze', 'Brown', 'Coral', 'Crimson', 'Golden', 'Green', 'Indigo', 'Ivory', 'Lilac', 'Olive', 'Orange', 'Pink', 'Purple', 'Red', 'Ruby', 'Silver', 'Teal', 'Violet', 'White', 'Yellow']
const animals = ['Badger', 'Bear', 'Beaver', 'Bison', 'Crane', 'Deer', 'Dolphin', 'Eagle', 'Falcon', 'Finch', 'Fox', 'Hare', 'Heron', 'Horse', 'Lark', 'Lynx', 'Marten', 'Otter', 'Owl', 'Panda', 'Raven', 'Seal', 'Stork', 'Swan', 'Tiger', 'Turtle', 'Whale', 'Wolf']

/** The same customer always has the same one. */
export function nicknameOf(customerId: string): string {
  const bytes = createHash('sha256').update(customerId).digest()
  const pick = (words: readonly string[], at: number) => words[(bytes[at] as number) % words.length]
  return `${pick(manners, 0)} ${pick(colours, 1)} ${pick(animals, 2)}`
}
