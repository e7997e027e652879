/** Ranges of a value and its nested values: offsets into the text, ends exclusive. */
export interface PlacedValue {
  readonly start: number;
  end: number;
  /** Properties of an object. */
  readonly properties?: Map<string, PlacedProperty>;
  /** Items of a list. */
  readonly items?: PlacedValue[];
  /** Offset of the value's YAML tag, if it has one. */
  readonly tagStart?: number;
  /** True for an alias; its nested values have the place of the alias. */
  readonly isAlias?: true;
  /** True for a value with a YAML anchor. */
  readonly isAnchored?: true;
}

export interface PlacedProperty {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: PlacedValue;
}

/** Returns the place of a value by key or index, with its property; null if there is none. */
export function placedChild(
  { properties, items }: PlacedValue,
  key: string,
): { readonly value: PlacedValue; readonly property: PlacedProperty | null } | null {
  const property = properties?.get(key) ?? null;
  const value = property?.value ?? (/^\d+$/.test(key) ? items?.[Number(key)] : undefined);
  return value === undefined ? null : { value, property };
}
