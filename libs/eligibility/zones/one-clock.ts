// Written by scripts/phone-zones.py from the IANA database 2026.6.
/** Names whose clocks have agreed since 2020, by clocks: the first name of each stands for all of them. */
export const ONE_CLOCK = `
Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Johannesburg Africa/Khartoum Africa/Kigali
Africa/Lubumbashi Africa/Lusaka Africa/Maputo Africa/Maseru Africa/Mbabane Africa/Windhoek Africa/Tripoli
Europe/Kaliningrad Etc/GMT-2 Libya; Africa/Cairo Egypt; Africa/Casablanca Africa/El_Aaiun; Africa/Juba;
Africa/Kinshasa Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Lagos Africa/Libreville Africa/Luanda
Africa/Malabo Africa/Ndjamena Africa/Niamey Africa/Porto-Novo Africa/Tunis Africa/Algiers Etc/GMT-1; America/Adak
America/Atka US/Aleutian; America/Asuncion; America/Chicago America/Matamoros America/Indiana/Knox
America/Indiana/Tell_City America/Knox_IN America/Menominee America/North_Dakota/Beulah America/North_Dakota/Center
America/North_Dakota/New_Salem America/Rankin_Inlet America/Resolute US/Central US/Indiana-Starke CST6CDT;
America/Chihuahua; America/Ciudad_Juarez; America/Coyhaique; America/Dawson America/Whitehorse Canada/Yukon;
America/Denver America/Boise America/Cambridge_Bay America/Shiprock US/Mountain MST7MDT Navajo; America/Edmonton
America/Inuvik America/Yellowknife Canada/Mountain; America/Godthab America/Nuuk; America/Guayaquil America/Cancun
America/Jamaica America/Bogota America/Cayman America/Lima America/Panama America/Rio_Branco America/Atikokan
America/Coral_Harbour America/Eirunepe America/Porto_Acre Brazil/Acre Etc/GMT+5 EST Jamaica; America/Halifax
America/Thule Atlantic/Bermuda America/Glace_Bay America/Goose_Bay America/Moncton Canada/Atlantic; America/Havana
Cuba; America/Juneau America/Anchorage America/Metlakatla America/Nome America/Sitka America/Yakutat US/Alaska;
America/Los_Angeles America/Tijuana America/Ensenada America/Santa_Isabel Mexico/BajaNorte US/Pacific PST8PDT;
America/Manaus America/Kralendijk America/Santo_Domingo America/Curacao America/Puerto_Rico America/Anguilla
America/Antigua America/Aruba America/Barbados America/Caracas America/Dominica America/Grenada America/Guadeloupe
America/Guyana America/La_Paz America/Lower_Princes America/Martinique America/Montserrat America/Port_of_Spain
America/St_Kitts America/St_Lucia America/St_Thomas America/St_Vincent America/Tortola America/Blanc-Sablon
America/Boa_Vista America/Campo_Grande America/Cuiaba America/Marigot America/Porto_Velho America/St_Barthelemy
America/Virgin Brazil/West Etc/GMT+4; America/Mazatlan Mexico/BajaSur; America/Mexico_City America/Bahia_Banderas
America/Merida America/Monterrey Mexico/General; America/Miquelon; America/New_York America/Toronto America/Grand_Turk
America/Nassau America/Port-au-Prince America/Detroit America/Fort_Wayne America/Indiana/Indianapolis
America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Vevay America/Indiana/Vincennes
America/Indiana/Winamac America/Indianapolis America/Iqaluit America/Kentucky/Louisville America/Kentucky/Monticello
America/Louisville America/Montreal America/Nipigon America/Pangnirtung America/Thunder_Bay Canada/Eastern
US/East-Indiana US/Eastern US/Michigan EST5EDT; America/Noronha Atlantic/South_Georgia Brazil/DeNoronha Etc/GMT+2;
America/Ojinaga; America/Phoenix America/Fort_Nelson America/Creston America/Dawson_Creek America/Hermosillo
US/Arizona Etc/GMT+7 MST; America/Regina America/Belize America/Costa_Rica America/El_Salvador America/Guatemala
America/Tegucigalpa America/Managua America/Swift_Current Canada/Saskatchewan Pacific/Galapagos Etc/GMT+6;
America/Santiago Chile/Continental; America/Sao_Paulo America/Buenos_Aires America/Cayenne America/Montevideo
America/Paramaribo Atlantic/Stanley America/Araguaina America/Argentina/Buenos_Aires America/Argentina/Catamarca
America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/La_Rioja
America/Argentina/Mendoza America/Argentina/Rio_Gallegos America/Argentina/Salta America/Argentina/San_Juan
America/Argentina/San_Luis America/Argentina/Tucuman America/Argentina/Ushuaia America/Bahia America/Belem
America/Catamarca America/Cordoba America/Fortaleza America/Jujuy America/Maceio America/Mendoza America/Punta_Arenas
America/Recife America/Rosario America/Santarem Antarctica/Palmer Antarctica/Rothera Brazil/East Etc/GMT+3;
America/Scoresbysund; America/St_Johns Canada/Newfoundland; America/Vancouver Canada/Pacific; America/Winnipeg
America/Rainy_River Canada/Central; Antarctica/Casey; Antarctica/Troll; Antarctica/Vostok; Asia/Almaty Asia/Qostanay;
Asia/Amman; Asia/Anadyr Asia/Kamchatka Pacific/Funafuti Pacific/Majuro Pacific/Nauru Pacific/Wallis Pacific/Kwajalein
Pacific/Tarawa Pacific/Wake Etc/GMT-12 Kwajalein; Asia/Aqtobe Asia/Yekaterinburg Asia/Ashgabat Asia/Dushanbe
Asia/Karachi Asia/Tashkent Indian/Maldives Antarctica/Mawson Asia/Aqtau Asia/Ashkhabad Asia/Atyrau Asia/Oral
Asia/Qyzylorda Asia/Samarkand Indian/Kerguelen Etc/GMT-5; Asia/Beirut; Asia/Bishkek Asia/Dhaka Asia/Omsk Asia/Thimphu
Indian/Chagos Asia/Dacca Asia/Kashgar Asia/Thimbu Asia/Urumqi Etc/GMT-6; Asia/Calcutta Asia/Colombo Asia/Kolkata;
Asia/Damascus; Asia/Gaza Asia/Hebron; Asia/Jakarta Indian/Christmas Asia/Krasnoyarsk Asia/Hovd Asia/Novosibirsk
Asia/Bangkok Asia/Ho_Chi_Minh Asia/Phnom_Penh Asia/Vientiane Antarctica/Davis Asia/Barnaul Asia/Novokuznetsk
Asia/Pontianak Asia/Saigon Asia/Tomsk Etc/GMT-7; Asia/Jayapura Asia/Yakutsk Asia/Seoul Asia/Dili Asia/Tokyo
Pacific/Palau Asia/Chita Asia/Khandyga Asia/Pyongyang Etc/GMT-9 Japan ROK; Asia/Jerusalem Asia/Tel_Aviv Israel;
Asia/Kabul; Asia/Katmandu Asia/Kathmandu; Asia/Tehran Iran; Asia/Ulaanbaatar Asia/Makassar Australia/Perth
Asia/Choibalsan Asia/Irkutsk Asia/Shanghai Asia/Brunei Asia/Hong_Kong Asia/Kuching Asia/Manila Asia/Singapore
Asia/Taipei Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Kuala_Lumpur Asia/Macao Asia/Macau Asia/Ujung_Pandang
Asia/Ulan_Bator Australia/West Etc/GMT-8 Hongkong PRC ROC Singapore; Atlantic/Azores; Atlantic/Canary Europe/London
Atlantic/Faeroe Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/Lisbon Atlantic/Faroe Atlantic/Madeira
Europe/Belfast Europe/Dublin Eire GB GB-Eire Portugal WET; Atlantic/Cape_Verde Etc/GMT+1; Atlantic/Reykjavik
Atlantic/St_Helena Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Conakry Africa/Dakar Africa/Freetown
Africa/Lome Africa/Nouakchott Africa/Ouagadougou Africa/Sao_Tome Africa/Bissau Africa/Monrovia Africa/Timbuktu
America/Danmarkshavn Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu Factory
GMT GMT+0 GMT-0 GMT0 Greenwich Iceland UCT UTC Universal Zulu; Australia/Adelaide Australia/Broken_Hill
Australia/South Australia/Yancowinna; Australia/Brisbane Asia/Vladivostok Pacific/Truk Pacific/Guam
Pacific/Port_Moresby Pacific/Saipan Antarctica/DumontDUrville Asia/Ust-Nera Australia/Lindeman Australia/Queensland
Pacific/Chuuk Pacific/Yap Etc/GMT-10; Australia/Darwin Australia/North; Australia/Eucla; Australia/Lord_Howe
Australia/LHI; Australia/Sydney Antarctica/Macquarie Australia/ACT Australia/Canberra Australia/Currie
Australia/Hobart Australia/Melbourne Australia/NSW Australia/Tasmania Australia/Victoria; Chile/EasterIsland
Pacific/Easter; Etc/GMT+12; Europe/Bucharest Europe/Helsinki Asia/Nicosia Europe/Athens Europe/Kyiv Europe/Mariehamn
Europe/Sofia Asia/Famagusta Europe/Kiev Europe/Nicosia Europe/Riga Europe/Tallinn Europe/Uzhgorod Europe/Vilnius
Europe/Zaporozhye EET; Europe/Chisinau Europe/Tiraspol; Europe/Moscow Indian/Mayotte Africa/Nairobi Africa/Addis_Ababa
Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala Africa/Mogadishu Asia/Aden Asia/Baghdad Asia/Bahrain
Asia/Kuwait Asia/Qatar Asia/Riyadh Europe/Istanbul Indian/Antananarivo Indian/Comoro Africa/Asmara Antarctica/Syowa
Asia/Istanbul Europe/Kirov Europe/Minsk Europe/Simferopol Etc/GMT-3 Turkey W-SU; Europe/Oslo Europe/Madrid Europe/Rome
Europe/Belgrade Europe/Paris Arctic/Longyearbyen Europe/Amsterdam Europe/Andorra Europe/Berlin Europe/Bratislava
Europe/Brussels Europe/Budapest Europe/Copenhagen Europe/Gibraltar Europe/Ljubljana Europe/Luxembourg Europe/Malta
Europe/Monaco Europe/Podgorica Europe/Prague Europe/San_Marino Europe/Sarajevo Europe/Skopje Europe/Stockholm
Europe/Tirane Europe/Vaduz Europe/Vatican Europe/Vienna Europe/Warsaw Europe/Zagreb Europe/Zurich Africa/Ceuta
Atlantic/Jan_Mayen Europe/Busingen CET MET Poland; Europe/Volgograd; Indian/Cocos Asia/Rangoon Asia/Yangon;
Indian/Reunion Europe/Samara Asia/Baku Asia/Dubai Asia/Muscat Asia/Tbilisi Asia/Yerevan Indian/Mahe Indian/Mauritius
Europe/Astrakhan Europe/Saratov Europe/Ulyanovsk Etc/GMT-4; Pacific/Apia; Pacific/Auckland Antarctica/McMurdo
Antarctica/South_Pole NZ; Pacific/Chatham NZ-CHAT; Pacific/Fakaofo Pacific/Tongatapu Pacific/Enderbury Pacific/Kanton
Etc/GMT-13; Pacific/Fiji; Pacific/Gambier Etc/GMT+9; Pacific/Kiritimati Etc/GMT-14; Pacific/Marquesas; Pacific/Niue
Pacific/Pago_Pago Pacific/Midway Pacific/Samoa US/Samoa Etc/GMT+11; Pacific/Norfolk; Pacific/Pitcairn Etc/GMT+8;
Pacific/Ponape Asia/Magadan Asia/Sakhalin Pacific/Efate Pacific/Guadalcanal Pacific/Kosrae Pacific/Noumea
Asia/Srednekolymsk Pacific/Bougainville Pacific/Pohnpei Etc/GMT-11; Pacific/Tahiti Pacific/Honolulu Pacific/Rarotonga
Pacific/Johnston US/Hawaii Etc/GMT+10 HST
`;
