import type { AnswerOf, PresentedAs } from '../presented.js';

/* The build is the test: it refuses this file where a type takes what it must refuse (an unused @ts-expect-error). */

class StopDto {
  name!: string;
  at?: string;
}

class TripDto {
  trip_id!: string;
  kind!: 'bus' | 'tram';
  first!: StopDto | null;
  stops!: StopDto[];
  operator!: object;
}

interface Stop {
  readonly name: string;
}

interface Trip {
  readonly trip_id: string;
  readonly kind: 'bus';
  readonly first: Stop | null;
  readonly stops: readonly (Stop & { readonly at: string })[];
  readonly operator: { readonly any: number };
}

/** A trip whose field is of another type. */
type With<Field extends keyof Trip, Value> = Omit<Trip, Field> & Readonly<Record<Field, Value>>;
type ZonedStop = Stop & { readonly zone: number };

export type Same = PresentedAs<TripDto, Trip>;
// @ts-expect-error a field is missing
export type Missing = PresentedAs<TripDto, Omit<Trip, 'trip_id'>>;
// @ts-expect-error a field is of another type
export type OfAnotherType = PresentedAs<TripDto, With<'kind', string>>;
// @ts-expect-error a field may be null
export type OrNull = PresentedAs<TripDto, With<'trip_id', string | null>>;
// @ts-expect-error a field is additional
export type Additional = PresentedAs<TripDto, Trip & { readonly price: number }>;
// @ts-expect-error an object in it has an additional field
export type AdditionalWithin = PresentedAs<TripDto, With<'first', ZonedStop | null>>;
// @ts-expect-error the objects of an array in it have an additional field
export type AdditionalInArray = PresentedAs<TripDto, With<'stops', readonly ZonedStop[]>>;

/** Answers that are built where they are returned. */
type Answer = Promise<AnswerOf<{ ok: true; stops: StopDto[] }>>;

export const same = async (stops: readonly Stop[]): Answer => ({ ok: true, stops });
// @ts-expect-error a field is missing
export const missing = async (): Answer => ({ ok: true });
// @ts-expect-error a field is of another type
export const ofAnotherType = async (stops: readonly Stop[]): Answer => ({ ok: false, stops });
// @ts-expect-error a field is additional
export const additional = async (stops: readonly Stop[]): Answer => ({ ok: true, stops, also: 1 });
