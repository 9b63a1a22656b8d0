/**
 * What a dollar was worth on one day, rounded. Serves until rates of today are fetched, and where the source does not know a
 * currency. Each sale keeps its original amount and the day of its rate, so it can be converted anew.
 */
export const referenceDay = '2025-10-01'

export const referenceRates: Readonly<Record<string, number>> = {
  aed: 3.6725, all: 82.4, amd: 383, ars: 1425, aud: 1.512, azn: 1.7, bam: 1.666, bdt: 121.7, bgn: 1.666, bhd: 0.376, bif: 2950, bob: 6.91, brl: 5.32, bwp: 13.9, byn: 3.39,
  cad: 1.393, chf: 0.797, clp: 962, cny: 7.12, cop: 3910, crc: 505, czk: 20.72, djf: 177.7, dkk: 6.36, dop: 62.4, dzd: 129.8, egp: 47.8, etb: 144, eur: 0.852,
  gbp: 0.742, gel: 2.71, ghs: 12.4, gnf: 8670, gtq: 7.66, hkd: 7.781, hnl: 26.2, huf: 331, idr: 16640, ils: 3.31, inr: 88.7, iqd: 1310, isk: 121.3,
  jmd: 160.5, jod: 0.709, jpy: 147.3, kes: 129.2, kgs: 87.4, khr: 4015, kmf: 419, krw: 1405, kwd: 0.3055, kzt: 549, lak: 21650, lbp: 89500, lkr: 302.5, lyd: 5.41,
  mad: 9.1, mdl: 16.8, mga: 4440, mkd: 52.5, mmk: 2100, mnt: 3590, mop: 8.01, mur: 45.5, mvr: 15.4, mxn: 18.35, myr: 4.21, mzn: 63.9, nad: 17.2, ngn: 1470, nio: 36.8, nok: 9.95, npr: 141.9, nzd: 1.719,
  omr: 0.3845, pab: 1, pen: 3.47, php: 58.2, pkr: 281.5, pln: 3.63, pyg: 7050, qar: 3.64, ron: 4.33, rsd: 99.8, rub: 82, rwf: 1447, sar: 3.75, sek: 9.39, sgd: 1.289,
  thb: 32.4, tnd: 2.91, try: 41.6, ttd: 6.78, twd: 30.4, tzs: 2450, uah: 41.3, ugx: 3480, uyu: 39.9, uzs: 12050, vnd: 26400, vuv: 119.5, xaf: 559, xof: 559, xpf: 101.7, zar: 17.2, zmw: 23.7,
}
