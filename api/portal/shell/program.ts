/** The program that a page is about. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'

export type ProgramDetails = Output<'getOwnProgram'>

export interface OpenProgram extends ProgramDetails {
  /** Loads it again after it changed. */
  reload(): void
}

export const ProgramContext = createContext<OpenProgram | null>(null)

export function useProgram(): OpenProgram {
  const program = useContext(ProgramContext)
  if (!program) throw new Error('This page needs a program.')
  return program
}

/** Whether links may be created, leads submitted and so on. Archived partners take part like approved ones. */
export const isActive = ({ status }: { status: string }) => status === 'approved' || status === 'archived'
