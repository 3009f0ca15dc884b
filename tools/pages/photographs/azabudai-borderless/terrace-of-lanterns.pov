// Lanterns of paper on a terrace at the blue hour; the town lies behind them, out of focus.
#version 3.7;
global_settings { assumed_gamma 1 max_trace_level 6 adc_bailout 0.01 }
camera {
  location <0.2, 1.15, -6> right x * 4 / 3 up y direction z * 1.5 look_at <0.35, 1.02, 4>
  focal_point <0.75, 0.6, -1.6> aperture 0.24 blur_samples 19, 97 confidence 0.95 variance 1 / 4000
}
sky_sphere { pigment { gradient y color_map {
  [0.0 rgb <0.50, 0.20, 0.34>] [0.06 rgb <0.25, 0.14, 0.40>] [0.2 rgb <0.06, 0.06, 0.24>] [0.6 rgb <0.010, 0.014, 0.07>] } } }
light_source { <-30, 40, -60> rgb <0.10, 0.10, 0.24> shadowless }
#declare Chance = seed(5);
#macro Lantern(At, Size, Hue)
  union {
    sphere {
      0, Size scale <1, 0.86, 1>
      texture {
        pigment { gradient y color_map { [0 rgb Hue * 1.5 + 0.5] [0.4 rgb Hue * 1.05 + 0.1] [1 rgb Hue * 0.34] } scale 2 * Size translate -Size * y }
        finish { ambient 0 diffuse 0.05 emission 0.95 }
      }
      // Edges are turned away, and hoops of bamboo show through.
      texture { pigment { aoi color_map { [0.5 rgbt <0, 0, 0, 0.35>] [0.75 rgbt <0, 0, 0, 0.9>] [1 rgbt 1] } } }
      texture { pigment { gradient y color_map { [0 rgbt <0, 0, 0, 0.62>] [0.16 rgbt <0, 0, 0, 0.97>] [1 rgbt 1] } scale Size / 5.5 } }
    }
    cylinder { -y * Size * 0.92, -y * Size * 0.78, Size * 0.42 pigment { rgb 0.02 } finish { diffuse 0.3 } }
    cylinder { y * Size * 0.78, y * Size * 0.92, Size * 0.36 pigment { rgb 0.02 } finish { diffuse 0.3 } }
    translate At + y * Size * 0.9
  }
#end
#declare Rose = <0.95, 0.20, 0.34>;
#declare Amber = <1.0, 0.42, 0.12>;
#declare Violet = <0.42, 0.20, 0.95>;
#declare Blue = <0.16, 0.32, 0.95>;
#macro Lit(X, Z, Size, Hue)
  Lantern(<X, 0, Z>, Size, Hue)
  light_source { <X, Size * 0.8, Z - Size * 1.3> rgb Hue * 0.45 fade_distance 0.7 fade_power 2 shadowless }
#end
Lit(0.78, -1.6, 0.52, Amber)
Lit(-0.95, -0.5, 0.40, Violet)
Lit(-2.3, 0.5, 0.46, Rose)
Lit(2.25, 0.1, 0.38, Rose)
Lit(0.1, 1.4, 0.34, Blue)
Lit(1.5, 2.0, 0.36, Violet)
Lit(-1.4, 2.6, 0.36, Amber)
#declare Count = 0;
#while (Count < 26)
  #declare Kind = rand(Chance);
  #declare Hue = (Kind < 0.3 ? Rose : (Kind < 0.55 ? Amber : (Kind < 0.8 ? Violet : Blue)));
  Lantern(<(rand(Chance) - 0.5) * 15, 0, 3.6 + rand(Chance) * 9>, 0.26 + 0.14 * rand(Chance), Hue)
  #declare Count = Count + 1;
#end
// Stone slabs after rain.
box {
  <-30, -0.1, -12>, <30, 0, 15>
  pigment { brick rgb 0.02, rgb <0.07, 0.065, 0.085> brick_size <1.6, 4, 0.8> mortar 0.02 }
  normal { average normal_map { [1 bumps 0.09 scale <0.6, 1, 0.25>] [0.6 granite 0.05 scale 1.5] } }
  finish { ambient 0 diffuse 0.8 specular 0.2 roughness 0.02 reflection { 0.10, 0.75 falloff 2.4 } }
}
box { <-30, 0, 15>, <30, 0.55, 15.3> pigment { rgb 0.03 } }
// Windows of the town.
#declare Count = 0;
#while (Count < 170)
  #declare Side = (rand(Chance) - 0.5) * 150;
  #declare Top = 3 + 13 * pow(0.5 + 0.5 * sin(Side * 0.31) * cos(Side * 0.13), 1.6);
  sphere {
    <Side, 0.8 + rand(Chance) * Top, 85>, 0.22 + 0.30 * rand(Chance)
    pigment { rgbt <1, 1, 1, 0.45> } finish { ambient 0 diffuse 0 emission <1.2, 0.5 + 0.5 * rand(Chance), 0.2 + 0.7 * rand(Chance)> * 0.9 }
    no_shadow
  }
  #declare Count = Count + 1;
#end
#declare Side = -80;
#while (Side < 80)
  #declare Top = 3.5 + 15 * pow(0.5 + 0.5 * sin(Side * 0.31) * cos(Side * 0.13), 1.6);
  box { <Side, 0, 88>, <Side + 3.4, Top * (0.75 + 0.5 * rand(Chance)), 92> pigment { rgb 1 } finish { ambient 0 diffuse 0 emission <0.030, 0.026, 0.075> } }
  #declare Side = Side + 3.6;
#end
