import { tcpProxy, type TcpProxy } from './tcp-proxy.js'

/** A proxy in front of the server of a database, and the URL of the database through it. */
export async function databaseProxy(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
  const { hostname, port, searchParams, username, password, pathname } = new URL(databaseUrl)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname)
  const serverPort = Number(port || searchParams.get('port') || 5432)
  const proxy = await tcpProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${serverPort}` } : { host, port: serverPort })
  return { proxy, url: `postgres://${username}:${password}@127.0.0.1:${proxy.port}${pathname}` }
}
