import { TunnelError } from "../errors.ts";

const tokenPage = "https://dashboard.ngrok.com/get-started/your-authtoken";

/** The SDK is not installed, or not for this platform. */
export class NgrokMissingError extends TunnelError {
  readonly code = "ngrok-missing";
  constructor(why: string, cause?: unknown) {
    super({
      what: "ngrok's SDK is not installed",
      why,
      hint: "Run `npm install @ngrok/ngrok` where hooklens is installed (with -g if it was), or use --tunnel ssh://USER@HOST",
      passing: false,
      cause,
    });
  }
}

/** There is no authtoken in any of its places. */
export class NgrokTokenMissingError extends TunnelError {
  readonly code = "ngrok-token-missing";
  constructor() {
    super({
      what: "there is no authtoken for ngrok",
      why: "neither NGROK_AUTHTOKEN nor the configuration nor an ngrok.yml has one",
      hint: `Get it at ${tokenPage} and put it into NGROK_AUTHTOKEN`,
      passing: false,
    });
  }
}

/** An ngrok.yml is there, but cannot be read. */
export class NgrokFileError extends TunnelError {
  readonly code = "ngrok-file";
  constructor(path: string, why: string, cause?: unknown) {
    super({
      what: `${path} cannot be read`,
      why,
      hint: "Mend it, or put the authtoken into NGROK_AUTHTOKEN",
      passing: false,
      cause,
    });
  }
}

/** ngrok does not know the authtoken. */
export class NgrokTokenRefusedError extends TunnelError {
  readonly code = "ngrok-token-refused";
  constructor(source: string, code: string) {
    super({
      what: "ngrok does not accept the authtoken",
      why: `the one from ${source}: ${code}`,
      hint: `Copy it again from ${tokenPage}`,
      passing: false,
    });
  }
}

/** The account already has as many agents as it may. */
export class NgrokSessionLimitError extends TunnelError {
  readonly code = "ngrok-session-limit";
  constructor(code: string) {
    super({
      what: "the ngrok account has no session left",
      why: `others of its agents are online: ${code}`,
      hint: "Stop one, see https://dashboard.ngrok.com/agents",
      passing: true,
    });
  }
}

/** The domain is not this account's, or no domain. */
export class NgrokDomainError extends TunnelError {
  readonly code = "ngrok-domain";
  constructor(domain: string | null, why: string, code: string) {
    super({
      what: domain === null ? "ngrok gives no domain" : `ngrok does not give ${domain} to this account`,
      why: `${why}: ${code}`,
      hint: "See https://dashboard.ngrok.com/domains for those it has, or leave --domain out",
      passing: false,
    });
  }
}

/** Something else is online at the same address: after a loss often what was there before. */
export class NgrokAddressTakenError extends TunnelError {
  readonly code = "ngrok-address-taken";
  constructor(domain: string | null, code: string) {
    super({
      what: `${domain ?? "the address"} is already online at ngrok`,
      why: `another agent has it: ${code}`,
      hint: "Stop that one, see https://dashboard.ngrok.com/endpoints, or use another --domain",
      passing: true,
    });
  }
}

/** The file with the traffic policy cannot be read. */
export class NgrokPolicyFileError extends TunnelError {
  readonly code = "ngrok-policy-file";
  constructor(file: string, why: string, cause?: unknown) {
    super({
      what: `the traffic policy ${file} cannot be read`,
      why,
      hint: "Name another with --traffic-policy or tunnel.trafficPolicy",
      passing: false,
      cause,
    });
  }
}

/** ngrok does not understand the traffic policy. */
export class NgrokPolicyError extends TunnelError {
  readonly code = "ngrok-policy";
  constructor(why: string, code: string) {
    super({
      what: "ngrok does not take the traffic policy",
      why: `${why}: ${code}`,
      hint: "Check it against https://ngrok.com/docs/traffic-policy",
      passing: false,
    });
  }
}

/** ngrok says no for another of its reasons. */
export class NgrokRefusedError extends TunnelError {
  readonly code = "ngrok-refused";
  constructor(why: string, code: string) {
    super({
      what: "ngrok does not open the tunnel",
      why: `${why}: ${code}`,
      hint: `See https://ngrok.com/docs/errors/${code.toLowerCase()}`,
      passing: false,
    });
  }
}

/** ngrok's service cannot be reached from here. */
export class NgrokUnreachableError extends TunnelError {
  readonly code = "ngrok-unreachable";
  constructor(why: string, cause?: unknown) {
    super({
      what: "ngrok cannot be reached",
      why,
      hint: "Check the network and that a firewall lets connections out to port 443, or use --tunnel ssh://USER@HOST",
      passing: true,
      cause,
    });
  }
}
