import { farmAndCode } from './farm-and-code.js'
import { gardenAndKitchen } from './garden-and-kitchen.js'
import { healthAndMusic } from './health-and-music.js'
import { houseAndFamily } from './house-and-family.js'
import { schoolAndFilms } from './school-and-films.js'
import { shopAndBoat } from './shop-and-boat.js'
import { studyAndSport } from './study-and-sport.js'
import { workAndTravel } from './work-and-travel.js'

export const conversations = [
  gardenAndKitchen,
  workAndTravel,
  healthAndMusic,
  houseAndFamily,
  studyAndSport,
  shopAndBoat,
  schoolAndFilms,
  farmAndCode,
]
