/** Calls the operations of embedded pages with the token of the address. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { apiClient, type Call, type Output } from '../../console/api-client.js'

export type Overview = Output<'getEmbedOverview'>

export const callWith = (token: string) => apiClient(null, () => undefined, token)

export const CallContext = createContext<Call>(callWith(''))
export const useCall = () => useContext(CallContext)
