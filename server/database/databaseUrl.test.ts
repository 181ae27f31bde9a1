import { expect, test } from 'vitest'
import { addressesOf, preparesStatements, withParameter } from './databaseUrl.ts'

test('A connection string names one address for each of its hosts, with user, database and parameters of all', () => {
  expect(
    addressesOf('postgresql://club:p%40ss@first:5432,second:5433/club?target_session_attrs=read-write&sslmode=require'),
  ).toEqual([
    'postgresql://club:p%40ss@first:5432/club?sslmode=require',
    'postgresql://club:p%40ss@second:5433/club?sslmode=require',
  ])
  expect(addressesOf('postgres://club@any/club?host=/run/a,/run/b&port=5432')).toEqual([
    'postgres://club@any/club?host=%2Frun%2Fa&port=5432',
    'postgres://club@any/club?host=%2Frun%2Fb&port=5432',
  ])
  expect(addressesOf('postgres://club@only/club')).toEqual(['postgres://club@only/club'])
})

test('What is not the address of a PostgreSQL names none', () => {
  for (const text of ['mysql://a@b/c', 'club', 'postgres://a@one:5432,two:many/c'])
    expect(addressesOf(text)).toEqual([])
})

test('Connections prepare statements unless their address says that they may not, which PostgreSQL is not told', () => {
  const refusing = 'postgres://club@first,second/club?prepared_statements=false&sslmode=require'
  expect(preparesStatements(refusing)).toBe(false)
  expect(addressesOf(refusing).map((one) => new URL(one).search)).toEqual(['?sslmode=require', '?sslmode=require'])
  for (const url of ['postgres://club@only/club', 'postgres://club@only/club?prepared_statements=true'])
    expect(preparesStatements(url)).toBe(true)
})

test('A parameter is added for all hosts', () => {
  const url = withParameter('postgres://club@first,second/club', 'options', '-c role=club_app')
  expect(addressesOf(url).map((one) => new URL(one).searchParams.get('options'))).toEqual([
    '-c role=club_app',
    '-c role=club_app',
  ])
})
