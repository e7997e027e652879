/** Day named by a date such as `2025-07-01`, or the fault of the date. */
type CalendarDay =
  | {
      readonly exists: true;
      /** Start of the day in UTC, in milliseconds since 1970. */ readonly startMs: number;
    }
  | { readonly exists: false; /** Fault of the date: `there is no month 13`. */ readonly why: string };

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Parses a date that matches the schema, by the proleptic Gregorian calendar. There is no year 0. */
export function calendarDay(date: string): CalendarDay {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  const none = (why: string): CalendarDay => ({ exists: false, why });
  if (year === 0) return none("there is no year 0");
  const days = month === 2 && isLeap(year) ? 29 : daysInMonth[month - 1];
  if (days === undefined) return none(`there is no month ${month}`);
  if (day === 0) return none("there is no day 0");
  if (day > days) return none(`${date.slice(0, -3)} has ${days} days`);
  return { exists: true, startMs: new Date(0).setUTCFullYear(year, month - 1, day) };
}
